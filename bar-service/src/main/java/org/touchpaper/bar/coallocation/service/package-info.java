/**
 * The application services for co-allocations. Start at {@link
 * org.touchpaper.bar.coallocation.service.CoAllocationService}: book, change, cancel, find. {@link
 * org.touchpaper.bar.coallocation.service.DueCoAllocationPoller} takes due rows and {@link
 * org.touchpaper.bar.coallocation.service.PartStatusPoller} queries resource managers.
 */
@NullMarked
package org.touchpaper.bar.coallocation.service;

import org.jspecify.annotations.NullMarked;
