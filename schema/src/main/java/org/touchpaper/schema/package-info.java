/**
 * The wire contracts as class-path resources ({@code schema/segment}, {@code schema/harc}), and the
 * bindings generated from them: {@code org.touchpaper.schema.segment} and so on, one package and
 * one xjc execution per contract. Start reading at {@code schema/segment/segment.wsdl} and its
 * examples. The adapters here are what xs:dateTime and xs:duration become in Java.
 */
@NullMarked
package org.touchpaper.schema;

import org.jspecify.annotations.NullMarked;
