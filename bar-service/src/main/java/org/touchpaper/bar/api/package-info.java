/**
 * The REST API of {@code schema/openapi/touchpaper.yaml}: a controller per resource. Requests are
 * checked for form here and for content in the services. Start at {@link
 * org.touchpaper.bar.api.CoAllocationController}; the views are records named as in the OpenAPI
 * document.
 */
@NullMarked
package org.touchpaper.bar.api;

import org.jspecify.annotations.NullMarked;
