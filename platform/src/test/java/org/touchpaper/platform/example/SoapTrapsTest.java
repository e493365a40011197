package org.touchpaper.platform.example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.SequenceInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Requests outside our contract and their responses. */
@ExtendWith(OutputCaptureExtension.class)
class SoapTrapsTest {

  private static final String PATH = "/services/SegmentHolder";
  private static final String SOAP11 = "text/xml; charset=UTF-8";
  private static final String SOAP12 = "application/soap+xml; charset=UTF-8";

  @SuppressWarnings("NullAway.Init") // set before any test
  private static ExampleNetwork network;

  @BeforeAll
  static void start() {
    network = new ExampleNetwork();
  }

  @AfterAll
  static void stop() {
    network.close();
  }

  @Test
  void soap11AndSoap12AreAnsweredInKind() throws Exception {
    var eleven = post(SOAP11, envelope(outcome("1")));
    assertThat(eleven.statusCode()).isEqualTo(200);
    assertThat(eleven.body()).contains("schemas.xmlsoap.org/soap/envelope", "COMMIT");
    var twelve = post(SOAP12, envelope12(outcome("1")));
    assertThat(twelve.statusCode()).isEqualTo(200);
    assertThat(twelve.body()).contains("www.w3.org/2003/05/soap-envelope", "COMMIT");
  }

  @Test
  void anEnvelopeOfTheOtherVersionIsRefused() throws Exception {
    var response = post(SOAP11, envelope12(outcome("1")));
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).contains("Fault");
  }

  @Test
  void theContractsFaultHasItsDetailAndThePlainPrefix() throws Exception {
    var eleven = post(SOAP11, envelope(outcome("99")));
    assertThat(eleven.statusCode()).isEqualTo(500);
    assertThat(eleven.body())
        .contains("<faultcode>soapenv:Client</faultcode>", "UNKNOWN_CONNECTION", "no version 99");
    assertThat(post(SOAP12, envelope12(outcome("99"))).body())
        .contains("soapenv:Sender", "UNKNOWN_CONNECTION");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "0", "-1", "99999999999999999999", ""})
  void anInvalidValueIsRefusedAndNotReadAsZero(String version) throws Exception {
    assertRefused(post(SOAP11, envelope(outcome(version))), "MALFORMED");
  }

  @Test
  void anUnknownElementIsRefused() throws Exception {
    var body = outcome("1").replace("</s:outcome>", "<s:more/></s:outcome>");
    assertRefused(post(SOAP11, envelope(body)), "MALFORMED");
  }

  @Test
  void aResponseElementIsNotARequest() throws Exception {
    var response = outcome("1").replace("s:outcome>", "s:segmentFault>");
    assertRefused(post(SOAP11, envelope(response)), "faultcode>soapenv:Client<");
  }

  @Test
  void anEmptyBodyIsRefused() throws Exception {
    assertRefused(post(SOAP11, envelope("")), "faultcode>soapenv:Client<");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>",
        "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>",
        "<!DOCTYPE x SYSTEM \"http://127.0.0.1:9/x.dtd\">"
      })
  void entitiesAreRefused(String doctype) throws Exception {
    var body = outcome("1").replace("nsap", doctype.contains("\"file") ? "&e;" : "nsap");
    var response = post(SOAP11, doctype + envelope(body));
    assertRefused(response, "faultcode>soapenv:Client<");
    assertThat(response.body()).doesNotContain("root:");
  }

  @Test
  void thousandsOfAttributesAreRefused() throws Exception {
    var attributes = new StringBuilder();
    for (var i = 0; i < 5000; i++) {
      attributes.append(" a").append(i).append("=\"\"");
    }
    var body = outcome("1").replace("<s:outcome>", "<s:outcome" + attributes + ">");
    assertRefused(post(SOAP11, envelope(body)), "soapenv:Client");
  }

  @Test
  void deepNestingIsRefused() throws Exception {
    var deep = "<a>".repeat(20_000) + "</a>".repeat(20_000);
    assertRefused(post(SOAP11, envelope(deep)), "soapenv:Client");
  }

  @Test
  void aBodyTooLargeByItsLengthIsNotRead() throws Exception {
    var large = envelope(outcome("1").replace("nsap", "n".repeat(2_000_000)));
    assertThat(post(SOAP11, large).statusCode()).isEqualTo(413);
  }

  @Test
  void aBodyTooLargeWithoutALengthIsNotReadToItsEnd() throws Exception {
    var large = envelope(outcome("1").replace("nsap", "n".repeat(2_000_000)));
    assertRefused(postChunked(large), "faultcode>soapenv:Client<", "too large");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<a", "", "{\"a\": 1}", "<a/>", "\u0000", "<?xml version=\"1.0\"?>"})
  void malformedXmlIsACallerFaultWithACode(String text) throws Exception {
    var response = post(SOAP11, text);
    assertRefused(response, "soapenv:Client");
    assertThat(response.body())
        .doesNotContain("<faultcode/>", "com.ctc", "org.apache", "Exception");
  }

  @Test
  void truncatedXmlIsACallerFault() throws Exception {
    var whole = envelope(outcome("1"));
    for (var end : new int[] {whole.length() / 3, whole.length() / 2, whole.length() - 3}) {
      assertRefused(post(SOAP11, whole.substring(0, end)), "soapenv:Client");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "DELETE", "PATCH", "OPTIONS"})
  void otherMethodsAreNotAllowed(String method) throws Exception {
    var request =
        network.asNsap(PATH).method(method, BodyPublishers.noBody()).header("Content-Type", SOAP11);
    var response = network.send(request.build());
    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow")).hasValue("GET, POST");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/xml",
        "application/x-www-form-urlencoded",
        "multipart/related",
        "text/xmlish"
      })
  void otherContentTypesAreRejected(String contentType) throws Exception {
    assertThat(post(contentType, "{\"outcome\":{}}").statusCode()).isEqualTo(415);
  }

  @Test
  void aGetWithoutAQueryIsNotFound() throws Exception {
    assertThat(network.send(network.asNsap(PATH).build()).statusCode()).isEqualTo(404);
    assertThat(network.send(network.asNsap(PATH + "/outcome?version=1").build()).statusCode())
        .isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/services/Open/services/SegmentHolder",
        "/services/SegmentHolder/",
        "/services/SegmentHolder;a=b",
        "/services/SegmentHolder/outcome",
        "/services/SegmentHolder.SegmentHolder",
        "/services//SegmentHolder",
        "/services/%53egmentHolder",
        "/services/segmentholder",
        "/services/",
        "/services/NoSuch"
      })
  void onlyTheExactAddressLeadsToTheService(String path) throws Exception {
    var request = network.asNsap(path).header("Content-Type", SOAP11);
    var response =
        network.send(request.POST(BodyPublishers.ofString(envelope(outcome("1")))).build());
    assertThat(response.statusCode()).isIn(400, 404);
    assertThat(response.body()).doesNotContain("COMMIT");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/axis2-admin/", "/axis2-web/", "/services/listServices"})
  void axis2sConsoleIsNotServed(String path) throws Exception {
    var people = network.toBar(path).header("Authorization", PeersTest.basic("admin", "admin"));
    assertThat(network.send(people.build()).statusCode()).isIn(401, 404);
    assertThat(network.send(network.asNsap(path).build()).statusCode()).isIn(401, 404);
  }

  @Test
  void addressingHeadersAreIgnored() throws Exception {
    var calls = new AtomicInteger();
    var elsewhere =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    elsewhere.createContext("/", exchange -> calls.incrementAndGet());
    elsewhere.start();
    try {
      var header =
          """
          <a:ReplyTo xmlns:a="http://www.w3.org/2005/08/addressing"><a:Address>http://127.0.0.1:%d/\
          </a:Address></a:ReplyTo><a:Action xmlns:a="http://www.w3.org/2005/08/addressing">x</a:Action>\
          """
              .formatted(elsewhere.getAddress().getPort());
      var response = post(SOAP11, envelope(header, outcome("1")));
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).contains("COMMIT");
      assertThat(calls).hasValue(0);
    } finally {
      elsewhere.stop(0);
    }
  }

  @Test
  void anUnknownMustUnderstandHeaderIsAFault() throws Exception {
    var header = "<x:h xmlns:x=\"urn:x\" soapenv:mustUnderstand=\"1\"/>";
    var response = post(SOAP11, envelope(header, outcome("1")));
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).contains("MustUnderstand").doesNotContain("COMMIT");
  }

  @Test
  void theContractIsServedUnchangedExceptItsAddress() throws Exception {
    var wsdl = network.send(network.asNsap(PATH + "?wsdl").build());
    var here = ExampleNetwork.url(network.bar) + PATH;
    assertThat(wsdl.statusCode()).isEqualTo(200);
    assertThat(wsdl.body())
        .contains("<soap:address location=\"" + here + "\"/>")
        .contains("schemaLocation=\"" + here + "?xsd=segment.xsd\"");
    var xsd = network.send(network.asNsap(PATH + "?xsd=segment.xsd").build());
    assertThat(xsd.body()).contains("targetNamespace=\"urn:touchpaper:segment:1\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "xsd=../segment.xsd",
        "xsd=no.xsd",
        "xsd=/etc/passwd",
        "xsd=segment.wsdl",
        "xsd=..%2fsegment.xsd",
        "wsdl=1",
        "policy"
      })
  void nothingElseIsServed(String query) throws Exception {
    var response = network.send(network.asNsap(PATH + "?" + query).build());
    assertThat(response.statusCode()).isEqualTo(404);
  }

  @Test
  void aFaultIsOneLogLine(CapturedOutput log) throws Exception {
    var before = log.getAll().length();
    post(SOAP11, envelope(outcome("99")));
    post(SOAP11, envelope(outcome("x")));
    post(SOAP11, "<a");
    assertThat(log.getAll().substring(before)).doesNotContain("ERROR").doesNotContain("\tat ");
  }

  private static void assertRefused(HttpResponse<String> response, String... expected) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(500);
    assertThat(response.body()).contains(expected).doesNotContain("COMMIT<");
  }

  private static HttpResponse<String> post(String contentType, String text) throws Exception {
    return post(contentType, BodyPublishers.ofString(text));
  }

  private static HttpResponse<String> postChunked(String text) throws Exception {
    var parts = new ByteArrayInputStream(text.getBytes(UTF_8));
    return post(
        SOAP11,
        BodyPublishers.ofInputStream(
            () -> new SequenceInputStream(Collections.enumeration(Collections.singleton(parts)))));
  }

  private static HttpResponse<String> post(String contentType, BodyPublisher body)
      throws Exception {
    return network.send(
        network.asNsap(PATH).header("Content-Type", contentType).POST(body).build());
  }

  private static String outcome(String version) {
    return """
    <s:outcome><s:requester><s:peer>nsap</s:peer><s:onBehalfOf><s:name>a</s:name>\
    <s:homeSite>ucl</s:homeSite><s:role>scientist</s:role></s:onBehalfOf>\
    <s:correlationId>c</s:correlationId></s:requester>\
    <s:connectionId>5b8f0a3e-5a0d-5a38-9c62-6f5a3f2b7d11</s:connectionId>\
    <s:version>%s</s:version></s:outcome>\
    """
        .formatted(version);
  }

  private static String envelope(String body) {
    return envelope("", body);
  }

  private static String envelope(String header, String body) {
    return """
    <soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" \
    xmlns:s="urn:touchpaper:segment:1"><soapenv:Header>%s</soapenv:Header>\
    <soapenv:Body>%s</soapenv:Body></soapenv:Envelope>\
    """
        .formatted(header, body);
  }

  private static String envelope12(String body) {
    return envelope(body)
        .replace(
            "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
  }
}
