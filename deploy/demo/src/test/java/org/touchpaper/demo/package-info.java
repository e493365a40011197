/** Tests of the launcher's plan: ports, peers, settings, locks and what is left behind. */
@NullMarked
package org.touchpaper.demo;

import org.jspecify.annotations.NullMarked;
