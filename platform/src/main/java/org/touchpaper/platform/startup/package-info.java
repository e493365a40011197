/**
 * How a service starts from one configuration file, and how it says what is wrong with it. Start at
 * {@link org.touchpaper.platform.startup.ServiceLauncher}.
 */
@NullMarked
package org.touchpaper.platform.startup;

import org.jspecify.annotations.NullMarked;
