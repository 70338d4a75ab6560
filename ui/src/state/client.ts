import { createContext } from 'svelte';

import type { Client } from '../api/client';

export const [getClient, setClient] = createContext<Client>();
