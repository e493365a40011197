/** Tests of the OpenAPI document; start at OpenApiTest. */
@NullMarked
package org.touchpaper.schema.openapi;

import org.jspecify.annotations.NullMarked;
