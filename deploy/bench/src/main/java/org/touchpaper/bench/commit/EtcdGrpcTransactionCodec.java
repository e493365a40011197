package org.touchpaper.bench.commit;

import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Encodes the gRPC call to etcd's key-value service that is measured: a transaction that puts a key
 * if absent. The fields are those of etcd's rpc.proto, in the wire format of Protocol Buffers.
 */
final class EtcdGrpcTransactionCodec {
  private static final int VARINT = 0;
  private static final int BYTES = 2;

  /** {@code etcdserverpb.KV/Txn}, with encoded messages as request and response. */
  static final MethodDescriptor<byte[], byte[]> TXN =
      MethodDescriptor.<byte[], byte[]>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("etcdserverpb.KV/Txn")
          .setRequestMarshaller(RawBytesMarshaller.INSTANCE)
          .setResponseMarshaller(RawBytesMarshaller.INSTANCE)
          .build();

  private EtcdGrpcTransactionCodec() {}

  /** Passes encoded messages through. */
  private enum RawBytesMarshaller implements MethodDescriptor.Marshaller<byte[]> {
    INSTANCE;

    @Override
    public InputStream stream(byte[] message) {
      return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Encodes a TxnRequest: put the key if its version is 0, that is, if it has never been put. */
  static byte[] putIfAbsent(String key, String value) {
    var isAbsent =
        new ProtobufMessage().bytes(3, utf8(key)).number(4, 0); // EQUAL and VERSION are 0
    var put = new ProtobufMessage().bytes(1, utf8(key)).bytes(2, utf8(value));
    return new ProtobufMessage()
        .bytes(1, isAbsent.encoded())
        .bytes(2, new ProtobufMessage().bytes(2, put.encoded()).encoded())
        .encoded();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Encoder for one message. */
  private static final class ProtobufMessage {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    ProtobufMessage number(int field, long value) {
      varint(((long) field << 3) | VARINT);
      varint(value);
      return this;
    }

    ProtobufMessage bytes(int field, byte[] value) {
      varint(((long) field << 3) | BYTES);
      varint(value.length);
      out.writeBytes(value);
      return this;
    }

    private void varint(long value) {
      var remaining = value;
      for (; remaining > 0x7f; remaining >>>= 7) {
        out.write((int) ((remaining & 0x7f) | 0x80));
      }
      out.write((int) remaining);
    }

    byte[] encoded() {
      return out.toByteArray();
    }
  }

  /** Reads field 2 of a TxnResponse: true if the key was absent and has been put. */
  static boolean hasPut(byte[] response) {
    var in = new ByteArrayInputStream(response);
    while (in.available() > 0) {
      var tag = varint(in);
      var value = varint(in); // or the number of bytes
      switch ((int) tag & 7) {
        case VARINT -> {
          if (tag >>> 3 == 2) {
            return value == 1;
          }
        }
        case BYTES -> in.skip(value);
        default -> throw new IllegalStateException("not a TxnResponse: unexpected tag " + tag);
      }
    }
    return false;
  }

  private static long varint(InputStream in) {
    try {
      long value = 0;
      for (var shift = 0; shift < 64; shift += 7) {
        var next = in.read();
        if (next < 0) {
          throw new IllegalStateException("etcd's response ends in the middle of a varint");
        }
        value |= (long) (next & 0x7f) << shift;
        if (next < 0x80) {
          return value;
        }
      }
      throw new IllegalStateException("a varint in etcd's response has more than 64 bits");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
