package dev.tributary.index;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.config.Settings;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.nio.AsyncClientConnectionManager;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.core5.http.HttpHost;
import org.opensearch.client.json.jackson.JacksonJsonpMapper;
import org.opensearch.client.transport.OpenSearchTransport;
import org.opensearch.client.transport.TransportOptions;
import org.opensearch.client.transport.aws.AwsSdk2Transport;
import org.opensearch.client.transport.aws.AwsSdk2TransportOptions;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5Options;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5TransportBuilder;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;

/** Makes the connection that the config asks for: plain, with a password, or signed for AWS. */
public final class OpenSearchConnection {
  private OpenSearchConnection() {}

  public static OpenSearchHttp open(Settings.OpenSearch settings, Region region) {
    if (settings.authentication() instanceof Settings.Authentication.Signed signed) {
      return TransportHttp.over(
          Map.of(
              Patience.USUAL, signed(settings, signed, region, Patience.USUAL),
              Patience.LONG, signed(settings, signed, region, Patience.LONG)));
    }
    TransportOptions patient =
        ApacheHttpClient5Options.DEFAULT.toBuilder()
            .setRequestConfig(timed(RequestConfig.custom(), settings, Patience.LONG).build())
            .build();
    return TransportHttp.over(direct(settings), patient);
  }

  private static OpenSearchTransport direct(Settings.OpenSearch settings) {
    URI url = settings.url();
    HttpHost host = new HttpHost(url.getScheme(), url.getHost(), url.getPort());
    long timeout = settings.requestTimeout().toMillis();
    return ApacheHttpClient5TransportBuilder.builder(host)
        .setMapper(new JacksonJsonpMapper(new ObjectMapper()))
        .setRequestConfigCallback(request -> timed(request, settings, Patience.USUAL))
        .setConnectionConfigCallback(
            connection -> connection.setSocketTimeout((int) timeout, TimeUnit.MILLISECONDS))
        .setHttpClientConfigCallback(
            client -> {
              if (settings.authentication() instanceof Settings.Authentication.Basic basic) {
                var credentials = new BasicCredentialsProvider();
                credentials.setCredentials(
                    new AuthScope(host),
                    new UsernamePasswordCredentials(
                        basic.username(), basic.password().value().toCharArray()));
                client.setDefaultCredentialsProvider(credentials);
              }
              if (!settings.trusted().isEmpty()) {
                client.setConnectionManager(trusting(settings));
              }
              return client;
            })
        .build();
  }

  /** As the transport makes it by itself, which takes no other certificates than Java's. */
  private static AsyncClientConnectionManager trusting(Settings.OpenSearch settings) {
    return PoolingAsyncClientConnectionManagerBuilder.create()
        .setMaxConnPerRoute(ApacheHttpClient5TransportBuilder.DEFAULT_MAX_CONN_PER_ROUTE)
        .setMaxConnTotal(ApacheHttpClient5TransportBuilder.DEFAULT_MAX_CONN_TOTAL)
        .setDefaultConnectionConfig(
            ConnectionConfig.custom()
                .setConnectTimeout(
                    ApacheHttpClient5TransportBuilder.DEFAULT_CONNECT_TIMEOUT_MILLIS,
                    TimeUnit.MILLISECONDS)
                .setSocketTimeout((int) settings.requestTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .build())
        .setTlsStrategy(
            ClientTlsStrategyBuilder.create()
                .setSslContext(Trust.context(settings.trusted()))
                .buildAsync())
        .build();
  }

  /** Each request brings its own, which its connection then keeps to. */
  private static RequestConfig.Builder timed(
      RequestConfig.Builder request, Settings.OpenSearch settings, Patience patience) {
    long timeout = patience.of(settings.requestTimeout()).toMillis();
    return request.setResponseTimeout(timeout, TimeUnit.MILLISECONDS);
  }

  private static OpenSearchTransport signed(
      Settings.OpenSearch settings,
      Settings.Authentication.Signed signed,
      Region region,
      Patience patience) {
    NettyNioAsyncHttpClient.Builder http =
        NettyNioAsyncHttpClient.builder().readTimeout(patience.of(settings.requestTimeout()));
    if (!settings.trusted().isEmpty()) {
      http.tlsTrustManagersProvider(() -> Trust.managers(settings.trusted()));
    }
    return new AwsSdk2Transport(
        http.build(),
        settings.url().getAuthority(),
        signed.service(),
        region,
        AwsSdk2TransportOptions.builder()
            .setMapper(new JacksonJsonpMapper(new ObjectMapper()))
            .build());
  }
}
