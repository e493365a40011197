/**
 * A minimal service for the platform's own tests. Start reading at {@link
 * org.touchpaper.platform.example.ExampleApplication}; {@link
 * org.touchpaper.platform.example.ExampleNetwork} runs two of them in one JVM.
 */
@NullMarked
package org.touchpaper.platform.example;

import org.jspecify.annotations.NullMarked;
