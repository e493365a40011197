/**
 * The smallest service there can be, in which the platform's own tests live. Start reading at
 * {@link org.touchpaper.platform.example.ExampleApplication}; {@link
 * org.touchpaper.platform.example.ExampleNetwork} runs two of it in one JVM.
 */
@NullMarked
package org.touchpaper.platform.example;

import org.jspecify.annotations.NullMarked;
