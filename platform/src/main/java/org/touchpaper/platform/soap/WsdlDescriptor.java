package org.touchpaper.platform.soap;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import org.touchpaper.schema.SecureXml;
import org.w3c.dom.Element;

/**
 * The parts of a WSDL 1.1 document that this library uses. It supports one service, one port,
 * document/literal, and operations named as their request elements.
 *
 * @param service the wsdl:service
 * @param port its port
 * @param soapActions the SOAPAction of each request element
 */
record WsdlDescriptor(QName service, String port, Map<QName, String> soapActions) {

  private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
  private static final String SOAP = "http://schemas.xmlsoap.org/wsdl/soap/";

  static WsdlDescriptor parse(URL url) throws IOException {
    try (var in = url.openStream()) {
      return of(SecureXml.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
    }
  }

  private static WsdlDescriptor of(Element definitions) {
    var namespace = definitions.getAttribute("targetNamespace");
    var service = listElements(definitions, WSDL, "service").getFirst();
    var binding = listElements(definitions, WSDL, "binding").getFirst();
    var actions = new LinkedHashMap<QName, String>();
    for (var operation : listElements(binding, WSDL, "operation")) {
      actions.put(
          new QName(namespace, operation.getAttribute("name")),
          listElements(operation, SOAP, "operation").getFirst().getAttribute("soapAction"));
    }
    return new WsdlDescriptor(
        new QName(namespace, service.getAttribute("name")),
        listElements(service, WSDL, "port").getFirst().getAttribute("name"),
        actions);
  }

  private static List<Element> listElements(Element parent, String namespace, String name) {
    var found = parent.getElementsByTagNameNS(namespace, name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }
}
