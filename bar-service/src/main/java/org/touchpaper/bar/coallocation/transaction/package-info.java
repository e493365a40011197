/**
 * The transactions of co-allocations. {@link
 * org.touchpaper.bar.coallocation.transaction.RequestRegistrar} stores a valid request, {@link
 * org.touchpaper.bar.coallocation.transaction.TransactionPlanner} plans a transaction, {@link
 * org.touchpaper.bar.coallocation.transaction.AttemptSequenceRunner} runs attempts until the
 * decision, and {@link org.touchpaper.bar.coallocation.transaction.SlotFinder} searches times at
 * which all parts are available.
 */
@NullMarked
package org.touchpaper.bar.coallocation.transaction;

import org.jspecify.annotations.NullMarked;
