/**
 * The acceptor's state machine for one transaction (Gray and Lamport, TODS 31(1), 2006). Pure.
 * Start at {@link org.touchpaper.harc.protocol.acceptor.AcceptorMachine}: a durable {@link
 * org.touchpaper.harc.protocol.acceptor.HardState} and a volatile {@link
 * org.touchpaper.harc.protocol.acceptor.AcceptorPhase}. {@link
 * org.touchpaper.harc.protocol.acceptor.StepContext} dispatches each event to the roles: {@link
 * org.touchpaper.harc.protocol.acceptor.AcceptorRole}, {@link
 * org.touchpaper.harc.protocol.acceptor.Registrar}, {@link
 * org.touchpaper.harc.protocol.acceptor.BallotZeroLeader}, {@link
 * org.touchpaper.harc.protocol.acceptor.Learner}, {@link
 * org.touchpaper.harc.protocol.acceptor.RecoveryLeader} and {@link
 * org.touchpaper.harc.protocol.acceptor.DecisionAnnouncer}. Depends on the messages only.
 */
@NullMarked
package org.touchpaper.harc.protocol.acceptor;

import org.jspecify.annotations.NullMarked;
