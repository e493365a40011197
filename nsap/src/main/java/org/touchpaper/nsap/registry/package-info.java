/**
 * The known element types, and a session for each configured element. Start reading at {@link
 * org.touchpaper.nsap.registry.NodeElementPlugins}. Depends on {@code circuit}, {@code element}
 * with the packages below it, and {@code topology}.
 */
@NullMarked
package org.touchpaper.nsap.registry;

import org.jspecify.annotations.NullMarked;
