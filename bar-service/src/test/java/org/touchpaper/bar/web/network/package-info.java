/** Tests of the map of the network. */
@NullMarked
package org.touchpaper.bar.web.network;

import org.jspecify.annotations.NullMarked;
