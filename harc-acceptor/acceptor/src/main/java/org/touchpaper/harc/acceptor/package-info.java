/** One acceptor: journal, transport, process. */
@NullMarked
package org.touchpaper.harc.acceptor;

import org.jspecify.annotations.NullMarked;
