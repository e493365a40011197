/**
 * SOAP, contract first, over Axis2, which nothing outside this package sees. Start reading at
 * {@link org.touchpaper.platform.soap.SoapService}: a service is a bean made of a {@link
 * org.touchpaper.platform.soap.SoapContract} (WSDL, XSD, bindings), the roles that may call it, and
 * a handler for each operation; it answers at {@code /services/<name of the wsdl:service>}. The
 * other side is the {@link org.touchpaper.platform.soap.SoapClient} bean. Both validate what comes
 * and what goes against the schema; a fault is a {@link org.touchpaper.platform.soap.SoapFault} on
 * both sides; no answer is {@link org.touchpaper.platform.soap.SoapUnreachable}.
 */
@NullMarked
package org.touchpaper.platform.soap;

import org.jspecify.annotations.NullMarked;
