import { mount } from 'svelte';

import { openClient } from './api';
import App from './App.svelte';
import { ready } from './i18n/index.svelte';
import './styles/index.css';

const target = document.getElementById('app');
if (target) {
  const [client] = await Promise.all([openClient(), ready()]);
  mount(App, { target, props: { client } });
}
