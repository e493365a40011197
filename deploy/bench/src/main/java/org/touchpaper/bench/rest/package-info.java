/**
 * {@code bench rest}: bookings through the REST API of a demo network, with their cost. Start at
 * {@link org.touchpaper.bench.rest.RestBench}.
 */
@NullMarked
package org.touchpaper.bench.rest;

import org.jspecify.annotations.NullMarked;
