/**
 * NETCONF sessions (RFC 6241, RFC 6242): framing, hello, replies, and hardened XML. Start reading
 * at {@link org.touchpaper.elementsession.netconf.NetconfSession}.
 */
@NullMarked
package org.touchpaper.elementsession.netconf;

import org.jspecify.annotations.NullMarked;
