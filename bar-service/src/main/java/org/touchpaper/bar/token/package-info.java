/**
 * API tokens: secrets with which programs call the API in the name of their owner, without the
 * owner's password (RFC 6750). Start at {@link org.touchpaper.bar.token.TokenScope}, what a token
 * may do, then {@link org.touchpaper.bar.token.TokenService}. {@code TokenSecurityConfiguration}
 * admits them to the API; they open no page, and no path of a peer.
 */
@NullMarked
package org.touchpaper.bar.token;

import org.jspecify.annotations.NullMarked;
