export * from './catalogue.svelte';
export * from './errors';
export * from './languages';
export * from './times';
