/**
 * Access control of an acceptor: its {@link org.touchpaper.harc.acceptor.access.AcceptorPeers}, the
 * role that each {@link org.touchpaper.harc.acceptor.access.HttpRoute} requires, the messages that
 * a peer may send ({@link org.touchpaper.harc.acceptor.access.MessagePolicy}) and the transactions
 * that are admitted ({@link org.touchpaper.harc.acceptor.access.TransactionAdmission}). Depends on
 * the event loop's view of transactions, harc-protocol and harc-transport.
 */
@NullMarked
package org.touchpaper.harc.acceptor.access;

import org.jspecify.annotations.NullMarked;
