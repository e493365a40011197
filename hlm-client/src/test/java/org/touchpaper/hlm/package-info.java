/** Holds the client to every status the front door answers with; start at HlmClientTest. */
@NullMarked
package org.touchpaper.hlm;

import org.jspecify.annotations.NullMarked;
