package io.gosling.netty.handoff;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageCodec;
import io.netty.handler.codec.CorruptedFrameException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.X509EncodedKeySpec;
import java.util.List;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.KeyAgreement;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts and authenticates a connection between two hosts that share a secret against reading, changes, injection
 * and replay. Both sides begin with a public key of X25519 (RFC 7748) that is used once. From the agreed key and the
 * secret come two keys, one for each direction, by HKDF (RFC 5869). All that follows is encrypted with AES-256-GCM,
 * each record under its number in its direction. An attacker who has the secret but not the ephemeral keys cannot
 * decrypt a recording. Belongs to one connection and its loop.
 */
public final class EncryptedFrameCodec extends ByteToMessageCodec<ByteBuf> {
    /** The event for the stages behind this one that data can be sent; the node's side gets it first. */
    public enum Begun {
        BEGUN
    }

    private static final long MAGIC = 0x676F7348_01L;
    private static final int MAGIC_BYTES = 5;
    private static final int PUBLIC_BYTES = 44;
    private static final int GREETING_BYTES = MAGIC_BYTES + PUBLIC_BYTES;
    private static final int KEY_BYTES = 32;
    private static final int TAG_BYTES = 16;
    private static final int LENGTH = 4;
    private static final int MOST_PIECE = HandoffCodec.MOST_BEGUN + 4096;
    /** Longest first record, by which its sender proves to know the secret: a handshake message is not longer. */
    private static final int MOST_FIRST = 4096;

    private static final byte[] LABEL = "gosling handoff 1".getBytes(StandardCharsets.US_ASCII);

    private final byte[] secret;
    private final boolean first;
    private final KeyPair own;
    private @Nullable Direction outwards;
    private @Nullable Direction inwards;
    private boolean broken;

    /** One direction's key, and the number of records sent. */
    private static final class Direction {
        private final SecretKey key;
        private final Cipher cipher;
        private long pieces;

        Direction(SecretKey key) throws GeneralSecurityException {
            this.key = key;
            this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
        }

        void next(int mode, ByteBuffer from, ByteBuffer to) throws GeneralSecurityException {
            byte[] number = ByteBuffer.allocate(12).putLong(4, pieces++).array();
            cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, number));
            cipher.doFinal(from, to);
        }
    }

    /**
     * @param secret that both sides know, 16 bytes or more
     * @param first true if this side has opened the connection
     */
    public EncryptedFrameCodec(byte[] secret, boolean first) {
        if (secret.length < 16) {
            throw new IllegalArgumentException("a secret of " + secret.length + " bytes; expected 16 or more");
        }
        this.secret = secret.clone();
        this.first = first;
        try {
            this.own = KeyPairGenerator.getInstance("X25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Java 25 has X25519, HKDF and AES-GCM, this one does not", e);
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) throws Exception {
        if (first) {
            greet(ctx);
        }
        super.channelActive(ctx);
    }

    private void greet(ChannelHandlerContext ctx) {
        ByteBuf greeting = ctx.alloc().buffer(GREETING_BYTES);
        greeting.writeInt((int) (MAGIC >>> 8)).writeByte((int) MAGIC);
        greeting.writeBytes(own.getPublic().getEncoded());
        ctx.writeAndFlush(greeting);
    }

    @Override
    protected void encode(ChannelHandlerContext ctx, ByteBuf piece, ByteBuf out) throws GeneralSecurityException {
        Direction direction = outwards;
        if (direction == null) {
            throw new IllegalStateException("data is sent before the key exchange");
        }
        int length = piece.readableBytes() + TAG_BYTES;
        out.writeInt(length).ensureWritable(length);
        direction.next(Cipher.ENCRYPT_MODE, piece.nioBuffer(), out.internalNioBuffer(out.writerIndex(), length));
        out.writerIndex(out.writerIndex() + length);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (broken) {
            in.skipBytes(in.readableBytes());
            return;
        }
        Direction direction = inwards;
        try {
            if (direction != null) {
                open(ctx, direction, in, out);
            } else if (in.readableBytes() >= GREETING_BYTES) {
                greeted(ctx, in);
            }
        } catch (GeneralSecurityException e) {
            broken = true;
            throw new CorruptedFrameException(
                    e instanceof AEADBadTagException
                            ? "the other side does not have this one's secret; give both the same secret-file"
                            : "the other side's key is none: " + e.getMessage(),
                    e);
        } catch (CorruptedFrameException e) {
            broken = true;
            throw e;
        }
    }

    private void greeted(ChannelHandlerContext ctx, ByteBuf in) throws GeneralSecurityException {
        long magic = in.readUnsignedInt() << 8 | in.readUnsignedByte();
        if (magic != MAGIC) {
            throw new CorruptedFrameException("the other side does not hand off connections, or in another version");
        }
        byte[] others = new byte[PUBLIC_BYTES];
        in.readBytes(others);
        KeyAgreement agreement = KeyAgreement.getInstance("X25519");
        agreement.init(own.getPrivate());
        agreement.doPhase(KeyFactory.getInstance("X25519").generatePublic(new X509EncodedKeySpec(others)), true);
        byte[] agreed = agreement.generateSecret();
        byte[] mine = own.getPublic().getEncoded();
        byte[] opener = first ? mine : others;
        byte[] opened = first ? others : mine;
        Direction fromOpener = new Direction(key(agreed, opener, opened, 1));
        Direction toOpener = new Direction(key(agreed, opener, opened, 2));
        outwards = first ? fromOpener : toOpener;
        inwards = first ? toOpener : fromOpener;
        if (!first) {
            greet(ctx);
        }
        ctx.fireUserEventTriggered(Begun.BEGUN);
    }

    private SecretKey key(byte[] agreed, byte[] opener, byte[] opened, int direction) throws GeneralSecurityException {
        byte[] info = ByteBuffer.allocate(2 * PUBLIC_BYTES + 1)
                .put(opener)
                .put(opened)
                .put((byte) direction)
                .array();
        return KDF.getInstance("HKDF-SHA256")
                .deriveKey(
                        "AES",
                        HKDFParameterSpec.ofExtract()
                                .addIKM(agreed)
                                .addIKM(secret)
                                .addSalt(LABEL)
                                .thenExpand(info, KEY_BYTES));
    }

    private static void open(ChannelHandlerContext ctx, Direction direction, ByteBuf in, List<Object> out)
            throws GeneralSecurityException {
        if (in.readableBytes() < LENGTH) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        int most = direction.pieces == 0 ? MOST_FIRST : MOST_PIECE;
        if (length < TAG_BYTES || length > most) {
            throw new CorruptedFrameException(
                    "an encrypted record has " + length + " bytes; expected " + TAG_BYTES + " to " + most);
        }
        if (in.readableBytes() - LENGTH < length) {
            return;
        }
        ByteBuffer sealed = in.skipBytes(LENGTH).readSlice(length).nioBuffer();
        ByteBuf piece = ctx.alloc().buffer(length);
        try {
            int plain = length - TAG_BYTES;
            direction.next(Cipher.DECRYPT_MODE, sealed, piece.internalNioBuffer(0, length));
            out.add(piece.writerIndex(plain).retain());
        } finally {
            piece.release();
        }
    }
}
