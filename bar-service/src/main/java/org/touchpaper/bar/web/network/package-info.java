/**
 * The page with the map of the network: sites, elements, links and their load at any moment. Start
 * at {@code NetworkPageController}. {@code MapLayout} places everything and is pure.
 */
@NullMarked
package org.touchpaper.bar.web.network;

import org.jspecify.annotations.NullMarked;
