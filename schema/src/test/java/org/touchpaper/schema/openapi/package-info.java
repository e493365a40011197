/** Holds the OpenAPI document to what it promises; start at OpenApiTest. */
@NullMarked
package org.touchpaper.schema.openapi;

import org.jspecify.annotations.NullMarked;
