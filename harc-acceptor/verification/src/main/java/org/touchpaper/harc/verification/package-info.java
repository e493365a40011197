/**
 * Verification of the Paxos Commit implementation: the production machines of {@code
 * org.touchpaper.harc.protocol} run under random faults ({@code simulation}), exhaustively in small
 * configurations ({@code modelcheck}) and over years of failures ({@code availability}). Each must
 * detect injected mistakes ({@link org.touchpaper.harc.verification.Mutant}).
 *
 * <p>Nothing is modelled a second time: {@link org.touchpaper.harc.verification.MutantInjector},
 * where to start reading, steps the production machines, and simulated acceptors use the production
 * code for batches, delayed votes and the journal's encoding.
 *
 * <p>Depends on the JDK, JSpecify and {@code harc-protocol} only. Pure.
 */
@NullMarked
package org.touchpaper.harc.verification;

import org.jspecify.annotations.NullMarked;
