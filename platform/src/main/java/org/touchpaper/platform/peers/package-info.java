/**
 * Who may talk to a service. Start reading at {@link org.touchpaper.platform.peers.Peers}, the
 * other services as configured under {@code touchpaper.peers}: a peer proves itself with the
 * headers {@code Authorization: Bearer <secret>} and {@code Touchpaper-Peer: <name>} on everything
 * below {@code /services} and {@code /harc} and on the path of every {@link
 * org.touchpaper.platform.peers.PeerAccess}; who is unknown gets 401, on the loopback too. A bean
 * {@link org.touchpaper.platform.peers.PeerAccess} says which role a path asks for; a SOAP service
 * names its roles itself. People log in by HTTP Basic or the login page with the users of {@code
 * touchpaper.users}; a bean {@link org.touchpaper.platform.peers.PeopleAccess} says what they may
 * do. Everything a service sends to a peer passes the {@link
 * org.touchpaper.platform.peers.Outbound} bean.
 */
@NullMarked
package org.touchpaper.platform.peers;

import org.jspecify.annotations.NullMarked;
