package org.touchpaper.platform.soap;

import java.io.IOException;
import java.net.URL;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/**
 * What is needed of a WSDL 1.1 text that is ours: one service, one port, document/literal, the
 * operation named as its request element.
 *
 * @param service the wsdl:service
 * @param port its one port
 * @param actions the SOAPAction of each request element
 */
record WsdlOutline(QName service, String port, Map<QName, String> actions) {

  private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
  private static final String SOAP = "http://schemas.xmlsoap.org/wsdl/soap/";

  static WsdlOutline read(URL url) throws IOException, SAXException {
    try (var in = url.openStream()) {
      var factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return of(factory.newDocumentBuilder().parse(in).getDocumentElement());
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static WsdlOutline of(Element definitions) {
    var namespace = definitions.getAttribute("targetNamespace");
    var service = all(definitions, WSDL, "service").getFirst();
    var binding = all(definitions, WSDL, "binding").getFirst();
    var actions = new LinkedHashMap<QName, String>();
    for (var operation : all(binding, WSDL, "operation")) {
      actions.put(
          new QName(namespace, operation.getAttribute("name")),
          all(operation, SOAP, "operation").getFirst().getAttribute("soapAction"));
    }
    return new WsdlOutline(
        new QName(namespace, service.getAttribute("name")),
        all(service, WSDL, "port").getFirst().getAttribute("name"),
        actions);
  }

  private static List<Element> all(Element within, String namespace, String name) {
    var found = within.getElementsByTagNameNS(namespace, name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }
}
