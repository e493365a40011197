/**
 * The contract kit: tests that every {@link org.touchpaper.segment.connection.NetworkSegment} must
 * pass, whatever lies behind it. A segment extends {@link
 * org.touchpaper.segment.kit.NetworkSegmentContract}, which is composed of one interface of tests
 * for each verb, in its own tests and opens a {@link org.touchpaper.segment.kit.SegmentUnderTest};
 * asked through a {@link org.touchpaper.segment.kit.SoapHolder}, it passes them over SOAP, and a
 * {@link org.touchpaper.segment.kit.WholeSegment} is a whole service asked so. One that has
 * elements extends {@link org.touchpaper.segment.kit.SegmentCrashContract} too, and is killed at
 * each of its writes, messages and commands. Its {@link
 * org.touchpaper.segment.kit.AdmissionUnderTest} alone is asked on {@link
 * org.touchpaper.segment.kit.LedgerTables}.
 *
 * <p>Every {@link org.touchpaper.segment.element.ElementDriver} must pass {@link
 * org.touchpaper.segment.kit.DriverContract} on its {@link
 * org.touchpaper.segment.kit.ElementUnderTest}.
 */
@NullMarked
package org.touchpaper.segment.kit;

import org.jspecify.annotations.NullMarked;
