/**
 * The contract kit: tests that every {@link org.touchpaper.segment.connection.NetworkSegment} must
 * pass, whatever its implementation. A segment's tests extend {@link
 * org.touchpaper.segment.kit.NetworkSegmentContract}, which combines one interface of tests for
 * each operation, and open a {@link org.touchpaper.segment.kit.SegmentUnderTest}. Through a {@link
 * org.touchpaper.segment.kit.SoapHolderService} the tests run over SOAP; a {@link
 * org.touchpaper.segment.kit.SegmentServiceUnderTest} is a complete service. A segment with
 * elements extends {@link org.touchpaper.segment.kit.SegmentCrashContract} too, which kills it at
 * each write, message and command. {@link org.touchpaper.segment.kit.AdmissionUnderTest} tests an
 * admission alone, on a {@link org.touchpaper.segment.kit.LedgerTestDatabase}.
 *
 * <p>Every {@link org.touchpaper.segment.element.ElementDriver} must pass {@link
 * org.touchpaper.segment.kit.DriverContract} on its {@link
 * org.touchpaper.segment.kit.ElementUnderTest}.
 */
@NullMarked
package org.touchpaper.segment.kit;

import org.jspecify.annotations.NullMarked;
