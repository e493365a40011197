/**
 * Steps and checks of {@code ./touchpaper demo}. Start at {@link
 * org.touchpaper.demo.scenario.DemoScenario}. It reads the running network only through {@link
 * org.touchpaper.demo.scenario.DemoControlRequestHandler}, one {@link
 * org.touchpaper.demo.scenario.DemoControlRequest} at a time. So a test can record a run and replay
 * it with altered answers, which every check must detect. {@link
 * org.touchpaper.demo.scenario.VerificationLog} determines the exit status. Depends on no other
 * package of the demo.
 */
@NullMarked
package org.touchpaper.demo.scenario;

import org.jspecify.annotations.NullMarked;
