/**
 * Contract-first SOAP over Axis2, which is visible only in this package. Start reading at {@link
 * org.touchpaper.platform.soap.SoapServiceDefinition}: a service is a bean made of a {@link
 * org.touchpaper.platform.soap.SoapContract} (WSDL, XSD, bindings), the roles that may call it, and
 * a handler for each operation; it listens at {@code /services/<name of the wsdl:service>}. The
 * client is the {@link org.touchpaper.platform.soap.SoapClient} bean. Both validate all messages
 * against the schema; a fault is a {@link org.touchpaper.platform.soap.SoapFaultException} on both
 * sides; a missing response is a {@link org.touchpaper.platform.soap.SoapUnreachableException}.
 */
@NullMarked
package org.touchpaper.platform.soap;

import org.jspecify.annotations.NullMarked;
