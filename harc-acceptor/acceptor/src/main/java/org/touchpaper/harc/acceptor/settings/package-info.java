/** The configuration file of an acceptor, which is no Spring application. */
@NullMarked
package org.touchpaper.harc.acceptor.settings;

import org.jspecify.annotations.NullMarked;
