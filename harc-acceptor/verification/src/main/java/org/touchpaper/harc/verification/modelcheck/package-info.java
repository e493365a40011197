/**
 * The model checker, which visits every reachable state of a small configuration. Start at {@link
 * org.touchpaper.harc.verification.modelcheck.ModelChecker}; {@link
 * org.touchpaper.harc.verification.modelcheck.AcceptorModel} and {@link
 * org.touchpaper.harc.verification.modelcheck.ResourceManagerModel} have the transitions, {@link
 * org.touchpaper.harc.verification.modelcheck.ProcessSuccessorFinder} the reduction. It explores
 * slightly more than can happen: clocks and timers are arbitrary, queries always arrive, and a
 * report of votes arrives in any parts. Depends on {@code verification} and the protocol. Pure.
 */
@NullMarked
package org.touchpaper.harc.verification.modelcheck;

import org.jspecify.annotations.NullMarked;
