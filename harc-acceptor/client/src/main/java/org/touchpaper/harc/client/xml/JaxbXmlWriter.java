package org.touchpaper.harc.client.xml;

import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.glassfish.jaxb.core.marshaller.CharacterEscapeHandler;
import org.glassfish.jaxb.runtime.marshaller.NamespacePrefixMapper;

/** Writes the schema's bindings as XML; the prefix {@code h} is HARC's namespace. */
final class JaxbXmlWriter {
  /** A pool: marshallers are not thread-safe, and expensive to create. */
  private static final Queue<Marshaller> IDLE_MARSHALLERS = new ConcurrentLinkedQueue<>();

  private JaxbXmlWriter() {}

  static String write(Object binding) {
    var out = new StringWriter(512);
    try {
      var idle = IDLE_MARSHALLERS.poll();
      var marshaller = idle == null ? marshaller() : idle;
      marshaller.marshal(binding, out);
      IDLE_MARSHALLERS.add(marshaller);
      return out.toString();
    } catch (JAXBException e) {
      throw new IllegalStateException("cannot write " + binding, e);
    }
  }

  private static Marshaller marshaller() throws JAXBException {
    var marshaller = ValidatingXmlReader.JAXB_CONTEXT.createMarshaller();
    marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
    CharacterEscapeHandler escapeHandler = JaxbXmlWriter::escape;
    marshaller.setProperty("org.glassfish.jaxb.characterEscapeHandler", escapeHandler);
    marshaller.setProperty("org.glassfish.jaxb.namespacePrefixMapper", new HarcPrefix());
    return marshaller;
  }

  private static final class HarcPrefix extends NamespacePrefixMapper {
    @Override
    public String getPreferredPrefix(String namespace, String suggestion, boolean isRequired) {
      return namespace.equals(HarcMessageXml.NAMESPACE) ? "h" : suggestion;
    }
  }

  /** Escapes white space, too, because readers normalise attributes. */
  private static void escape(char[] text, int start, int length, boolean isInAttribute, Writer out)
      throws IOException {
    for (var i = start; i < start + length; i++) {
      var c = text[i];
      switch (c) {
        case '<' -> out.write("&lt;");
        case '>' -> out.write("&gt;");
        case '&' -> out.write("&amp;");
        case '"' -> out.write("&quot;");
        case '\t', '\n', '\r' -> out.write("&#" + (int) c + ";");
        default -> out.write(isAllowed(c) ? c : 0xFFFD);
      }
    }
  }

  /** XML 1.0 section 2.2. */
  private static boolean isAllowed(char c) {
    return c >= 0x20 && c <= 0xFFFD;
  }
}
