/**
 * Wire contracts as class-path resources ({@code schema/segment}, {@code schema/harc}, {@code
 * schema/openapi}), and the bindings generated from them by xjc, one package for each contract.
 * Start at {@code schema/segment/segment.wsdl} and its examples. The adapters in this package map
 * xs:dateTime and xs:duration; {@link org.touchpaper.schema.SecureXml} parses all XML of the
 * project. Depends on JAXB only.
 */
@NullMarked
package org.touchpaper.schema;

import org.jspecify.annotations.NullMarked;
