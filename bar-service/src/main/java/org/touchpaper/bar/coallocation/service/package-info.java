/**
 * The application services for co-allocations. Start at {@link
 * org.touchpaper.bar.coallocation.service.CoAllocationService}: book, change, cancel, find, and the
 * check of a due booking. {@link org.touchpaper.bar.coallocation.service.PartStatusPoller} queries
 * resource managers.
 */
@NullMarked
package org.touchpaper.bar.coallocation.service;

import org.jspecify.annotations.NullMarked;
