/**
 * Reconciliation: compares elements with the database, records drift, repairs what was lost in a
 * restart, reports impairments, and finds orphans. Start reading at {@link
 * org.touchpaper.segment.reconcile.Reconciler}. Builds on {@code reservation}, {@code inventory}
 * and {@code element}.
 */
@NullMarked
package org.touchpaper.segment.reconcile;

import org.jspecify.annotations.NullMarked;
