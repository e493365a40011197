package org.touchpaper.platform.soap;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import javax.wsdl.xml.WSDLLocator;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.WSDL11ToAxisServiceBuilder;
import org.apache.ws.commons.schema.resolver.URIResolver;
import org.springframework.core.io.ClassPathResource;
import org.xml.sax.InputSource;

/** Axis2 configured from {@code platform/axis2.xml}, and services built from their contracts. */
final class Axis {

  private Axis() {}

  static ConfigurationContext start() {
    try {
      var url = new ClassPathResource("platform/axis2.xml").getURL();
      var context = ConfigurationContextFactory.createConfigurationContextFromURIs(url, null);
      context.setContextRoot("/");
      return context;
    } catch (AxisFault e) {
      throw new IllegalStateException("Axis2 does not start", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void register(ConfigurationContext context, SoapService service) {
    try {
      context.getAxisConfiguration().addService(build(service));
    } catch (IOException e) {
      throw new IllegalStateException("cannot register " + service.name(), e);
    }
  }

  private static AxisService build(SoapService service) throws IOException {
    var contract = service.contract();
    try (var in = contract.wsdlUrl().openStream()) {
      var builder =
          new WSDL11ToAxisServiceBuilder(in, contract.wsdl().service(), contract.wsdl().port());
      var siblings = new Siblings(contract.wsdlUrl());
      builder.setServerSide(true);
      builder.setBaseUri(contract.wsdlUrl().toString());
      builder.setDocumentBaseUri(contract.wsdlUrl().toString());
      builder.setCustomResolver(siblings);
      builder.setCustomWSDLResolver(siblings);
      var built = builder.populateService();
      built.setName(service.name());
      var receiver = new SoapReceiver(service);
      built.getOperations().forEachRemaining(operation -> operation.setMessageReceiver(receiver));
      return built;
    }
  }

  /** Opens what lies beside the WSDL, and nothing else. */
  private static final class Siblings implements URIResolver, WSDLLocator {

    private final URL base;
    private String latest = "";

    Siblings(URL base) {
      this.base = base;
    }

    @Override
    public InputSource resolveEntity(String namespace, String location, String from) {
      return open(location);
    }

    @Override
    public InputSource getBaseInputSource() {
      return open(base.toString().substring(base.toString().lastIndexOf('/') + 1));
    }

    @Override
    public InputSource getImportInputSource(String parent, String location) {
      return open(location);
    }

    private InputSource open(String name) {
      if (!name.matches("[A-Za-z0-9_-]+\\.(xsd|wsdl)")) {
        throw new IllegalArgumentException("not beside the contract: " + name);
      }
      try {
        latest = base.toString().substring(0, base.toString().lastIndexOf('/') + 1) + name;
        InputStream in = URI.create(latest).toURL().openStream();
        var source = new InputSource(in);
        source.setSystemId(latest);
        return source;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public String getBaseURI() {
      return base.toString();
    }

    @Override
    public String getLatestImportURI() {
      return latest;
    }

    @Override
    public void close() {}
  }
}
