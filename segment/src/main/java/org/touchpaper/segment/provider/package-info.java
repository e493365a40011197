/**
 * What L-NSAP and NSAP share: a {@link org.touchpaper.segment.connection.NetworkSegment} on
 * PostgreSQL that keeps every promise of the contract, so that a service brings only its {@link
 * org.touchpaper.segment.provider.Admission} (does it fit?) and its {@link
 * org.touchpaper.segment.provider.CircuitConfiguration} (which element shall hold what?). Start
 * reading at {@link org.touchpaper.segment.provider.SegmentProvider}; a service imports {@link
 * org.touchpaper.segment.provider.SegmentConfiguration}.
 */
@NullMarked
package org.touchpaper.segment.provider;

import org.jspecify.annotations.NullMarked;
