/**
 * Authentication and access rules of a service. Start reading at {@link
 * org.touchpaper.platform.security.PeerRegistry}, the peers under {@code touchpaper.peers} and in
 * the peers file, whose changes {@link org.touchpaper.platform.security.PeersFileReloader} puts
 * into force: a peer authenticates with the headers {@code Authorization: Bearer <secret>} and
 * {@code Touchpaper-Peer: <name>} on all paths below {@code /services} and {@code /harc} and on the
 * path of every {@link org.touchpaper.platform.security.PeerAccessRule} bean, which states the
 * roles required; others get 401, also on the loopback. A SOAP service states its roles itself.
 * People log in by HTTP Basic or the login page with the users of {@code touchpaper.users}; a bean
 * {@link org.touchpaper.platform.security.UserAccessRules} states what they may do. {@link
 * org.touchpaper.platform.security.LoginThrottle} slows the guessing of passwords. Everything a
 * service sends to a peer passes the {@link
 * org.touchpaper.platform.security.OutgoingPeerCallInterceptor} bean.
 */
@NullMarked
package org.touchpaper.platform.security;

import org.jspecify.annotations.NullMarked;
