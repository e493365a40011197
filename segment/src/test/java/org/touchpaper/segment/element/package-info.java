/**
 * Tests of how elements are configured. The rules of this package (its {@code package-info}) and
 * the tests that cover each:
 *
 * <ol>
 *   <li>Names: {@code CircuitExecutorTest}, {@code DriverContract}.
 *   <li>Read before creating: {@code DriverContract}, {@code CircuitExecutorTest} (denials).
 *   <li>Read before deleting, out of service first, in reverse: {@code ElementEditPlanTest}, {@code
 *       CircuitExecutorTest}, {@code DriverContract}, {@code SncTest}.
 *   <li>Unknown outcomes are read and never resent: {@code CircuitExecutorTest}, {@code
 *       DriverContract}, {@code CoreDirectorPluginContractTest}, {@code TenThousandCircuitsTest}.
 *   <li>Acknowledgments: {@code OutstandingCommandsTest}.
 *   <li>Effects of an old session: {@code CircuitExecutorTest}, {@code RandomFaultSettingsTest},
 *       {@code UncertainEffectOnSegmentTest}; also of a process that died: {@code
 *       ProviderCrashTest}, {@code TenThousandCircuitsTest}.
 *   <li>One write, seven commands, one login at a time: {@code OutstandingCommandsTest}, {@code
 *       DriverContract}, {@code Tl1LoginTest}.
 *   <li>COMPLD is an acceptance: {@code CircuitExecutorTest}, {@code CalientPluginContractTest},
 *       {@code SignalledChainTest}, {@code TenThousandCircuitsTest}.
 *   <li>Reports are reasons to read: {@code ReconcilerTest}; a single reading without an item:
 *       {@code MissingItemTest}.
 * </ol>
 */
@NullMarked
package org.touchpaper.segment.element;

import org.jspecify.annotations.NullMarked;
