/**
 * The configuration of emulated elements: model, ports and logins. Start at {@link
 * org.touchpaper.elementemulator.config.ElementConfig}. Depends on no other package of the
 * emulator.
 */
@NullMarked
package org.touchpaper.elementemulator.config;

import org.jspecify.annotations.NullMarked;
