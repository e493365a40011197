/** Tests of the client against every status of the REST API; start at HlmClientTest. */
@NullMarked
package org.touchpaper.hlm;

import org.jspecify.annotations.NullMarked;
