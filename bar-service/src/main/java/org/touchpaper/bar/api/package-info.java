/**
 * The front door over REST, as {@code schema/openapi/touchpaper.yaml} describes it: one controller
 * for each noun, requests checked for form here, for sense in the services. Start reading at {@link
 * org.touchpaper.bar.api.CoAllocationController}; the views are records named as in the OpenAPI
 * document.
 */
@NullMarked
package org.touchpaper.bar.api;

import org.jspecify.annotations.NullMarked;
