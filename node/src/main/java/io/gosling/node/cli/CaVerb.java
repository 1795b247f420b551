package io.gosling.node.cli;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.netty.tls.ClusterTls;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code gosling ca}: prints the certificate by which programs verify the nodes of a cluster on the peer port. */
@Command(name = "ca", description = """
    Print the certificate authority of a cluster, in PEM. Programs verify with it that they speak with a
    node of the cluster on its peer port. It follows from the secret, and changes with it. It does not
    have to be kept secret if the secret is random.\
    """, footer = """

        Examples:
          gosling ca --secret-file /etc/gosling/secret > cluster.pem
          curl --cacert cluster.pem -H "Gosling-Token: $TOKEN" https://10.0.0.1:4676/objects/a\
        """)
final class CaVerb extends SecretVerb {
    @Override
    String derive(ClusterSecret secret) {
        return secret.tlsSecrets().stream()
                .map(ClusterTls::authority)
                .collect(Collectors.joining())
                .strip();
    }
}
