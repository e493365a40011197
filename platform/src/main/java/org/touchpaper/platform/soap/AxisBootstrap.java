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

/** Starts Axis2 from {@code platform/axis2.xml} and builds services from their contracts. */
final class AxisBootstrap {

  private AxisBootstrap() {}

  static ConfigurationContext start() {
    try {
      var url = new ClassPathResource("platform/axis2.xml").getURL();
      var context = ConfigurationContextFactory.createConfigurationContextFromURIs(url, null);
      context.setContextRoot("/");
      return context;
    } catch (AxisFault e) {
      throw new IllegalStateException("Axis2 did not start", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void register(ConfigurationContext context, SoapServiceDefinition service) {
    try {
      context.getAxisConfiguration().addService(build(service));
    } catch (IOException e) {
      throw new IllegalStateException("cannot register " + service.name(), e);
    }
  }

  private static AxisService build(SoapServiceDefinition service) throws IOException {
    var contract = service.contract();
    try (var in = contract.wsdlUrl().openStream()) {
      var builder =
          new WSDL11ToAxisServiceBuilder(in, contract.wsdl().service(), contract.wsdl().port());
      var siblings = new ContractFileResolver(contract.wsdlUrl());
      builder.setServerSide(true);
      builder.setBaseUri(contract.wsdlUrl().toString());
      builder.setDocumentBaseUri(contract.wsdlUrl().toString());
      builder.setCustomResolver(siblings);
      builder.setCustomWSDLResolver(siblings);
      var built = builder.populateService();
      built.setName(service.name());
      var receiver = new SoapMessageReceiver(service);
      built.getOperations().forEachRemaining(operation -> operation.setMessageReceiver(receiver));
      return built;
    }
  }

  /** Opens only files in the WSDL's directory. */
  private static final class ContractFileResolver implements URIResolver, WSDLLocator {

    private final URL base;
    private String latestUri = "";

    ContractFileResolver(URL base) {
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
        throw new IllegalArgumentException("not a file in the contract's directory: " + name);
      }
      try {
        latestUri = base.toString().substring(0, base.toString().lastIndexOf('/') + 1) + name;
        InputStream in = URI.create(latestUri).toURL().openStream();
        var source = new InputSource(in);
        source.setSystemId(latestUri);
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
      return latestUri;
    }

    @Override
    public void close() {}
  }
}
