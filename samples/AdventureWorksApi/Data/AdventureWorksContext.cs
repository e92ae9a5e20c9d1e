using Microsoft.EntityFrameworkCore;

namespace Samples.AdventureWorksApi.Data;

/// <summary>The sales part of the AdventureWorks schema.</summary>
public sealed class AdventureWorksContext(DbContextOptions<AdventureWorksContext> options) : DbContext(options)
{
    private const int LongName = 50;

    public DbSet<Customer> Customers => Set<Customer>();

    public DbSet<Order> Orders => Set<Order>();

    public DbSet<OrderDetail> OrderDetails => Set<OrderDetail>();

    public DbSet<Product> Products => Set<Product>();

    /// <summary>What the database was filled with; empty while it is not.</summary>
    public DbSet<DataSet> DataSets => Set<DataSet>();

    // Money has four places, as in AdventureWorks, in every provider: it is a part of the JSON.
    protected override void ConfigureConventions(ModelConfigurationBuilder configurationBuilder)
    {
        configurationBuilder.Properties<decimal>().HavePrecision(19, 4);
        if (Database.IsSqlite())
        {
            configurationBuilder.Properties<decimal>().HaveConversion<TenThousandths>();
            configurationBuilder.Properties<DateTime>().HaveConversion<UtcTime>();
        }
    }

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<Customer>(customer =>
        {
            customer.ToTable("customer");
            customer.Property(c => c.AccountNumber).HasMaxLength(10);
            customer.Property(c => c.FirstName).HasMaxLength(LongName);
            customer.Property(c => c.LastName).HasMaxLength(LongName);
            customer.Property(c => c.EmailAddress).HasMaxLength(2 * LongName);
        });
        modelBuilder.Entity<Product>(product =>
        {
            product.ToTable("product");
            product.Property(p => p.Name).HasMaxLength(2 * LongName);
            product.Property(p => p.ProductNumber).HasMaxLength(25);
            product.Property(p => p.Color).HasMaxLength(15);
            product.Property(p => p.Size).HasMaxLength(5);
        });
        modelBuilder.Entity<Order>(order =>
        {
            order.ToTable("order_header");
            order.Property(o => o.PurchaseOrderNumber).HasMaxLength(25);
            order.Property(o => o.CarrierTrackingNumber).HasMaxLength(25);
            order.HasOne<Customer>().WithMany().HasForeignKey(o => o.CustomerId);
            order.HasMany(o => o.Details).WithOne().HasForeignKey(d => d.OrderId);
        });
        modelBuilder.Entity<OrderDetail>(detail =>
        {
            detail.ToTable("order_detail");
            detail.Property(d => d.ProductName).HasMaxLength(2 * LongName);
            detail.HasOne<Product>().WithMany().HasForeignKey(d => d.ProductId);
        });
        modelBuilder.Entity<DataSet>(dataSet =>
        {
            dataSet.ToTable("data_set");
            dataSet.HasKey(d => d.Name);
            dataSet.Property(d => d.Name).HasMaxLength(10);
        });
    }
}

/// <summary>What a database was filled with.</summary>
public sealed class DataSet
{
    /// <summary>The only row's name is the name of a <see cref="DataSize"/>.</summary>
    public string Name { get; set; } = "";

    public int Orders { get; set; }

    public int Details { get; set; }

    internal static DataSet Of(SalesData data, DataSize size) =>
        new()
        {
            Name = size.ToString(),
            Orders = data.Orders.Length,
            Details = data.Orders.Sum(order => order.Details.Count),
        };
}
