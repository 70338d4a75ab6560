/** The app icon: a bookplate pasted on green cloth; an open book under one star, the reader's lamp. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
<rect x="24" y="24" width="464" height="464" rx="104" fill="#1f5a46"/>
<g transform="translate(256 256) scale(1.18) translate(-256 -256)">
<path d="M112 148A36 36 0 0 0 148 112H364A36 36 0 0 0 400 148V364A36 36 0 0 0 364 400H148A36 36 0 0 0 112 364Z" fill="#f3efe2"/>
<path d="M130 160A48 48 0 0 0 160 130H352A48 48 0 0 0 382 160V352A48 48 0 0 0 352 382H160A48 48 0 0 0 130 352Z" fill="none" stroke="#1f5a46" stroke-width="6"/>
<path d="M256 330C232 308 196 302 164 308V214C196 208 232 214 256 236C280 214 316 208 348 214V308C316 302 280 308 256 330Z" fill="#1f5a46"/>
<path d="M256 240V326" stroke="#f3efe2" stroke-width="7"/>
<path d="M184 236C204 234 222 238 238 248M184 258C204 256 222 260 238 270M184 280C204 278 222 282 238 292M328 236C308 234 290 238 274 248M328 258C308 256 290 260 274 270M328 280C308 278 290 282 274 292" fill="none" stroke="#f3efe2" stroke-width="5.5" stroke-linecap="round"/>
<path d="M256 148C259 166 264 171 282 174C264 177 259 182 256 200C253 182 248 177 230 174C248 171 253 166 256 148Z" fill="#1f5a46"/>
</g>
</svg>
`;
