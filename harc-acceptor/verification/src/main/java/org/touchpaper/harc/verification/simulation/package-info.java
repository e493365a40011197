/**
 * The seeded simulation in virtual time. Start at {@link
 * org.touchpaper.harc.verification.simulation.TransactionSequenceSimulation}, one seed; then {@link
 * org.touchpaper.harc.verification.simulation.SingleTransactionSimulation}, one transaction with
 * its clients, acceptors and resource managers; {@link
 * org.touchpaper.harc.verification.simulation.FaultInjector} with lost, duplicated and reordered
 * messages, crashes and clock skew; {@link
 * org.touchpaper.harc.verification.simulation.DuellingLeadersFaultInjector}, which provokes ballot
 * errors; and {@link org.touchpaper.harc.verification.simulation.Invariants}, checked after every
 * event. Depends on {@code verification} and the protocol. Pure.
 */
@NullMarked
package org.touchpaper.harc.verification.simulation;

import org.jspecify.annotations.NullMarked;
