/** Sender and reflector of STAMP over UDP. */
@NullMarked
package org.touchpaper.pathcheck.udp;

import org.jspecify.annotations.NullMarked;
